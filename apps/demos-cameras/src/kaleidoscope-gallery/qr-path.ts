/** The quiet zone: light modules around the code, without which scanners do not find it. */
const BORDER = 4;

/**
 * A QR code as one SVG path of unit squares, with its library (5.7 kB compressed) loaded on the first call.
 * @returns `modules`: width and height with the border
 * @throws Error if the library cannot be loaded, or the text is too long for a QR code
 */
export async function qrPath(text: string): Promise<{ readonly path: string; readonly modules: number }> {
  const { default: encodeQR } = await import('qr');
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { path: squares.join(''), modules: rows.length };
}
