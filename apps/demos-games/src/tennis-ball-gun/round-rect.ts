type Path = Pick<CanvasPath, 'moveTo' | 'arcTo' | 'closePath'> & Partial<Pick<CanvasPath, 'roundRect'>>;

/** Adds a rectangle with rounded corners to a path; Safari before 16 and Firefox before 112 have no `roundRect`. */
export function roundRect(path: Path, x: number, y: number, width: number, height: number, radius: number): void {
  if (path.roundRect) return path.roundRect(x, y, width, height, radius);
  const reach = Math.min(radius, width / 2, height / 2);
  path.moveTo(x + reach, y);
  path.arcTo(x + width, y, x + width, y + height, reach);
  path.arcTo(x + width, y + height, x, y + height, reach);
  path.arcTo(x, y + height, x, y, reach);
  path.arcTo(x, y, x + width, y, reach);
  path.closePath();
}
