/**
 * The pixels of a chart as on the screen, with the background of the page instead of transparency.
 * @returns null if the browser cannot make a PNG
 */
export function chartPng(chart: HTMLCanvasElement): Promise<Blob | null> {
  const copy = document.createElement('canvas');
  copy.width = chart.width;
  copy.height = chart.height;
  const context = copy.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.fillStyle = getComputedStyle(chart).getPropertyValue('--ground').trim() || 'white';
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(chart, 0, 0);
  return new Promise((resolve) => copy.toBlob(resolve, 'image/png'));
}
