// The felt's outline: a superellipse, also the path on which the seats stand.

/**
 * The point at an angle, relative to the centre; y downwards, 90° is the bottom.
 * @param {number} degrees @param {number} a @param {number} b @param {number} exponent
 */
export function curvePoint(degrees, a, b, exponent = 2.4) {
  const angle = (degrees * Math.PI) / 180;
  /** @param {number} value */
  const bent = (value) =>
    Math.abs(value) < 1e-9 ? 0 : Math.sign(value) * Math.abs(value) ** (2 / exponent);
  return { x: a * bent(Math.cos(angle)), y: b * bent(Math.sin(angle)) };
}

/**
 * An SVG path around the centre.
 * @param {number} cx
 * @param {number} cy
 * @param {number} a
 * @param {number} b
 * @param {number} exponent
 */
export function curvePath(cx, cy, a, b, exponent = 2.4) {
  const points = [];
  for (let degrees = 0; degrees < 360; degrees += 3) {
    const { x, y } = curvePoint(degrees, a, b, exponent);
    points.push(`${(cx + x).toFixed(1)} ${(cy + y).toFixed(1)}`);
  }
  return `M${points.join("L")}Z`;
}

/**
 * The angle of the k-th of n seats, clockwise from the viewer.
 * @param {number} k
 * @param {number} n
 */
export const seatAngle = (k, n) => 90 + (360 * k) / n;

/**
 * The place of a seat as seen by a viewer: 0 is the viewer's own.
 * @param {number} seat from 1 @param {number} ownSeat 0 for observers, who see seat 1 there
 * @param {number} n
 */
export const placeOf = (seat, ownSeat, n) => (seat - (ownSeat || 1) + n) % n;
