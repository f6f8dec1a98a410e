// What can be said about a registration before it is sent. The room decides; this only spares a trip.

/**
 * @typedef {{name: string, email: string, password: string, birth_date: string, country: string, accepted: boolean}} Form
 */

/** Age in whole years. @param {string} birth YYYY-MM-DD @param {Date} today */
export function ageOn(birth, today) {
  const [year, month, day] = birth.split("-").map(Number);
  const had =
    today.getMonth() + 1 > month || (today.getMonth() + 1 === month && today.getDate() >= day);
  return today.getFullYear() - year - (had ? 0 : 1);
}

/**
 * Sentences by field; empty when all is well.
 * @param {Form} form @param {Date} today @param {Record<string, number>} ages majority by country
 * @returns {Record<string, string>}
 */
export function signUpFaults(form, today, ages) {
  /** @type {Record<string, string>} */
  const faults = {};
  if (!/^[A-Za-z0-9–_-]{3,20}$/.test(form.name))
    faults.name = "3 to 20 letters, digits, hyphens or underscores.";
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(form.email)) faults.email = "This is no e-mail address.";
  if (form.password.length < 8) faults.password = "At least 8 characters.";
  if (!/^\d{4}-\d{2}-\d{2}$/.test(form.birth_date)) faults.birth_date = "Your birth date, please.";
  else {
    const least = ages[form.country] ?? 18;
    if (ageOn(form.birth_date, today) < least)
      faults.birth_date = `You must be ${least} to play here.`;
  }
  if (!form.country) faults.country = "Choose your country of residence.";
  if (!form.accepted) faults.accepted = "The terms must be accepted to play.";
  return faults;
}
