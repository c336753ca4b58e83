import { saveFile } from '@site/ui';

/** The text around the chart in a picture. */
export interface PictureWords {
  readonly title: string;
  /** The name of each line, in drawing order, then that of the mean if it is drawn. */
  readonly lines: readonly string[];
  /** What is shown, for which weeks, the source and the license. */
  readonly notes: readonly string[];
  /** Without its extension. */
  readonly fileName: string;
}

const NS = 'http://www.w3.org/2000/svg';
/** Computed styles to copy into the picture, which has no style sheet. */
const PROPERTIES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
];
const MARGIN_PX = 16;
const TITLE_PX = 18;
const TEXT_PX = 13;
const LINE_HEIGHT = 1.4;
const SAMPLE_PX = 36;
/** Mean width of a letter as a fraction of the font size. */
const LETTER = 0.56;
/** High enough for a sharp picture on most screens. */
const PNG_SCALE = 2;

interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** The chart as displayed, without the cursor. */
function copyOf(chart: SVGSVGElement): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll('*');
  for (const [index, element] of [...chart.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element);
    for (const name of PROPERTIES) {
      const value = style.getPropertyValue(name);
      if (value) copies[index]?.setAttribute(name, value);
    }
    copies[index]?.removeAttribute('class');
  }
  for (const element of copy.querySelectorAll('[data-cursor]')) element.remove();
  copy.removeAttribute('class');
  copy.removeAttribute('aria-hidden');
  return copy;
}

/** Wraps text into lines of at most this many characters. */
function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Draws a chart with its title, the names of its lines, and the source of its figures. */
export function drawPicture(chart: SVGSVGElement, { title, lines, notes }: PictureWords): Picture {
  const copy = copyOf(chart);
  const width = Number(chart.getAttribute('width')) + 2 * MARGIN_PX;
  const picture = document.createElementNS(NS, 'svg');
  const { color } = getComputedStyle(document.body);
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim() || '#ffffff';
  let y = MARGIN_PX;
  const write = (text: string, size: number, weight: string, left = 0) => {
    const letters = Math.floor((width - 2 * MARGIN_PX - left) / (size * LETTER));
    for (const line of wrapped(text, letters)) {
      y += size * LINE_HEIGHT;
      const element = document.createElementNS(NS, 'text');
      element.textContent = line;
      const attributes = {
        x: MARGIN_PX + left,
        y,
        fill: color,
        'font-family': 'sans-serif',
        'font-size': size,
        'font-weight': weight,
      };
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
      picture.append(element);
    }
  };
  const background = document.createElementNS(NS, 'rect');
  picture.append(background);
  write(title, TITLE_PX, '700');
  y += MARGIN_PX / 2;
  copy.setAttribute('x', String(MARGIN_PX));
  copy.setAttribute('y', String(y));
  picture.append(copy);
  y += Number(chart.getAttribute('height'));
  const drawn = [...copy.querySelectorAll('[data-series]'), ...copy.querySelectorAll('[data-mean]')];
  for (const [index, name] of lines.entries()) {
    const sample = drawn[index]?.cloneNode() as Element | undefined;
    const middle = y + TEXT_PX * LINE_HEIGHT - TEXT_PX / 3;
    sample?.setAttribute('d', `M${MARGIN_PX} ${middle}h${SAMPLE_PX - 8}`);
    if (sample) picture.append(sample);
    write(name, TEXT_PX, '600', SAMPLE_PX);
  }
  y += MARGIN_PX / 2;
  for (const note of notes) write(note, TEXT_PX, '400');
  const height = Math.ceil(y + MARGIN_PX);
  for (const [name, value] of Object.entries({ width: '100%', height: '100%', fill: ground }))
    background.setAttribute(name, value);
  for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }))
    picture.setAttribute(name, String(value));
  return { svg: new XMLSerializer().serializeToString(picture), width, height };
}

async function pngOf({ svg, width, height }: Picture): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * PNG_SCALE;
    canvas.height = height * PNG_SCALE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be encoded'))), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Downloads a chart as a file. */
export async function savePicture(chart: SVGSVGElement, words: PictureWords, format: 'svg' | 'png'): Promise<void> {
  const picture = drawPicture(chart, words);
  const file =
    format === 'svg'
      ? new File([picture.svg], `${words.fileName}.svg`, { type: 'image/svg+xml' })
      : new File([await pngOf(picture)], `${words.fileName}.png`, { type: 'image/png' });
  saveFile(file);
}
