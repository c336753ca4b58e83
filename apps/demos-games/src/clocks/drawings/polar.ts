export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The point at a clock's angle: degrees clockwise from twelve, y downward as in SVG. */
export function polar(degrees: number, radius: number): Point {
  const angle = (degrees / 180) * Math.PI;
  return { x: Math.sin(angle) * radius, y: -Math.cos(angle) * radius };
}

/** A number as SVG text, to a thousandth of a unit. */
export const svgNumber = (value: number): string => String(Math.round(value * 1000) / 1000 || 0);

export const svgPoint = ({ x, y }: Point): string => `${svgNumber(x)} ${svgNumber(y)}`;
