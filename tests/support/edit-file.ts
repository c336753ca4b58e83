import { readFile, rename, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';

/** Replaces text in a file in one step, as editors do: a development server that read a half-written file would lose the page's state. */
export async function editFile(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(`${file}.edited`, text.replace(from, to));
  await rename(`${file}.edited`, file);
}
