import type { Response } from 'express';

/** A file that is not there: never a page, never stored, never guessed to be something else. */
export function sendMissingFile(response: Response): void {
  response
    .status(404)
    .set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'" })
    .type('text/plain')
    .send('Not found\n');
}
