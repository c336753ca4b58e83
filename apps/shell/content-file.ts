import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Plugin } from 'vite';

/** @throws Error naming the file and every wrong field */
export function parseContent<S extends v.GenericSchema>(schema: S, text: string, file: string): v.InferOutput<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${(cause as Error).message}`, { cause });
  }
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? '(whole file)'}: ${issue.message}`);
  throw new Error(`${file}: ${problems.join('; ')}`);
}

/** Stops the build when the owner's words do not fit the pages that show them. */
export function checkedContent(root: string, schemas: Readonly<Record<string, v.GenericSchema>>): Plugin {
  return {
    name: 'checked-content',
    buildStart() {
      for (const [name, schema] of Object.entries(schemas)) {
        const path = join(root, 'content', name);
        this.addWatchFile(path);
        parseContent(schema, readFileSync(path, 'utf8'), `apps/shell/content/${name}`);
      }
    },
  };
}
