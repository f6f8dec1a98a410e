// The smallest test runner: named checks, collected for the page that runs them.

/** @type {{name: string, run: () => void}[]} */
const list = [];

export const test = (name, run) => list.push({ name, run });

export function equal(actual, expected) {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw new Error(`got ${left}, wanted ${right}`);
}

export function truly(value, words = "not true") {
  if (!value) throw new Error(words);
}

/** Runs all; returns the failures and how many there were. */
export function runAll() {
  const failures = [];
  for (const { name, run } of list) {
    try {
      run();
    } catch (error) {
      failures.push(`${name}: ${error.message}`);
    }
  }
  return { count: list.length, failures };
}
