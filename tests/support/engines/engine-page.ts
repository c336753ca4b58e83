import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { IS_HYDRATED } from '../hydration.ts';
import type { EngineDriver } from './engine-driver.ts';
import { middleExpression, type Place, type Target } from './find-element.ts';
import type { SavedFile } from './page-script.ts';

interface SavedContent {
  readonly name: string;
  readonly content: Buffer;
}

/** What a visitor does and sees, in any engine. Every method waits for what it needs. */
export class EnginePage {
  constructor(private readonly driver: EngineDriver) {}

  get engine(): string {
    return this.driver.engine;
  }

  /** Opens an address and waits for its load event. */
  goto = (url: string) => this.driver.goto(url);
  goBack = () => this.driver.goBack();
  reload = () => this.driver.reload();
  log = () => this.driver.log();
  loads = () => this.driver.loads();
  resize = (width: number, height: number) => this.driver.resize({ width, height });
  drag = (places: readonly Place[]) => this.driver.drag(places);
  keyDown = (key: string) => this.driver.keyDown(key);
  keyUp = (key: string) => this.driver.keyUp(key);
  screenshot = () => this.driver.screenshot();

  /** Evaluates an expression, given as text, in the page, and waits for the promise that it may return. */
  evaluate<T>(expression: string): Promise<T> {
    return this.driver.evaluate<T>(expression);
  }

  /** Evaluates an expression that can be evaluated again; undefined while another document replaces the page. */
  private async look<T>(expression: string): Promise<T | undefined> {
    try {
      return await this.evaluate<T>(expression);
    } catch (error) {
      if (/context was destroyed/.test(String(error))) return undefined;
      throw error;
    }
  }

  /** Waits until the element is there and can be pressed, and returns its middle. */
  async middleOf(target: Target): Promise<Place> {
    let found: Place | null = null;
    const look = async (): Promise<boolean> => {
      const before = found;
      found = await this.evaluate<Place | null>(middleExpression(target));
      // A click would miss an element that is still moving.
      return found !== null && before?.x === found.x && before.y === found.y;
    };
    await expect.poll(look, { message: `${JSON.stringify(target)} in ${this.engine}` }).toBe(true);
    return found ?? { x: 0, y: 0 };
  }

  /** Opens a page and waits until React has hydrated it. */
  async open(url: string): Promise<void> {
    await this.goto(url);
    await this.expectValue(IS_HYDRATED, true);
  }

  async click(target: Target): Promise<void> {
    const place = await this.middleOf(target);
    await this.drag([place]);
  }

  async press(key: string): Promise<void> {
    await this.keyDown(key);
    await this.keyUp(key);
  }

  /** Types into the element that has the focus. */
  async type(text: string): Promise<void> {
    for (const character of text) await this.press(character);
  }

  /** Chooses from a select without opening it: the browser shows its own list, in which no driver can click. */
  async choose(css: string, label: string): Promise<void> {
    await this.evaluate(`(() => {
      const select = document.querySelector(${JSON.stringify(css)});
      const option = [...select.options].find(({ text }) => text === ${JSON.stringify(label)});
      select.value = option.value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
  }

  /** Waits until an expression has this value. */
  async expectValue(expression: string, value: unknown): Promise<void> {
    await expect.poll(() => this.look(expression), { message: `${expression} in ${this.engine}` }).toEqual(value);
  }

  /** Waits until the page shows this text. */
  async expectText(text: string | RegExp): Promise<void> {
    const shown = async () => (await this.look<string>(`document.body.innerText.replace(/\\s+/g, ' ')`)) ?? '';
    const message = `text of the page in ${this.engine}`;
    if (typeof text === 'string') await expect.poll(shown, { message }).toContain(text);
    else await expect.poll(shown, { message }).toMatch(text);
  }

  async expectPath(path: string): Promise<void> {
    await this.expectValue('location.pathname', path);
  }

  /** Presses the keys that paste the clipboard. */
  async paste(): Promise<void> {
    await this.keyDown('Control');
    await this.press('v');
    await this.keyUp('Control');
  }

  /** Waits until the browser itself has saved a file of this size, and returns it. */
  async downloadedFile(size: number): Promise<SavedContent> {
    const folder = this.driver.downloads;
    // An incomplete file has a different size, or a second file beside it.
    const sizes = async () => {
      const names = await readdir(folder);
      // The second file may be gone by now; its size is then null, and the next attempt decides.
      return Promise.all(
        names.map((name) =>
          stat(join(folder, name)).then(
            ({ size: found }) => found,
            () => null,
          ),
        ),
      );
    };
    await expect.poll(sizes, { message: `sizes of the downloads in ${this.engine}` }).toEqual([size]);
    const [name = ''] = await readdir(folder);
    const content = await readFile(join(folder, name));
    await rm(join(folder, name));
    return { name, content };
  }

  /** Waits until the page offers the next file and the browser has saved it. */
  async savedFile(save: () => Promise<void>): Promise<SavedContent> {
    await this.evaluate('void (window.savedFiles.length = 0)');
    await save();
    await this.expectValue('window.savedFiles.length', 1);
    const { name, size } = await this.evaluate<SavedFile>('window.savedFiles[0]');
    const saved = await this.downloadedFile(size);
    expect(saved.name).toBe(name);
    return saved;
  }
}
