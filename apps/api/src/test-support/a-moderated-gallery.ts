import type { Type } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { parseSubmissions, type NewSubmission } from '@site/contracts';
import type { SiteDatabase } from '../database/site-database.ts';
import { savePicture } from './a-picture.ts';
import { anApi } from './an-api.ts';

export const GALLERY = '/api/kaleidoscope-submissions';
const TOKEN = 'o'.repeat(32);
export const OWNER = { Authorization: `Bearer ${TOKEN}` };

/** Seed of the latest picture: no two pictures in a test file look alike. */
let seed = 500;

/** A gallery, and what the owner does on its page. */
export async function aModeratedGallery(variables: Readonly<Record<string, string>> = {}) {
  const api = await anApi({ OWNER_TOKEN: TOKEN, GALLERY_UPLOADS_PER_MINUTE: '100', ...variables });
  const call = (path: string, init: RequestInit = {}) => fetch(api.url + path, { redirect: 'manual', ...init });
  const page = async (query = ''): Promise<string> => (await call(`/owner/gallery${query}`, { headers: OWNER })).text();
  const post = (action: string, fields: readonly (readonly [string, string])[], headers: Record<string, string> = OWNER) =>
    call(`/owner/gallery/${action}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
    });

  return {
    api,
    call,
    page,
    post,
    database: (): SiteDatabase => api.get(getDataSourceToken() as Type<SiteDatabase>),
    /** Sends a picture that looks like no other. */
    save: (): Promise<NewSubmission> => savePicture(api.url, (seed += 1), 2),
    latestSeed: () => seed,
    listed: async (): Promise<string[]> => parseSubmissions(await (await call(GALLERY)).json()).map(({ id }) => id),
    decide: (decision: string, ...pictures: readonly NewSubmission[]) =>
      post('decisions', [['decision', decision], ['show', 'waiting'], ...pictures.map(({ id }) => ['id', id] as const)]),
    undo: async (): Promise<Response> => post('undo', [['batch', /name="batch" value="([^"]+)"/.exec(await page())?.[1] ?? '']]),
  };
}

export type ModeratedGallery = Awaited<ReturnType<typeof aModeratedGallery>>;
