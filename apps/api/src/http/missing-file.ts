import type { Response } from 'express';

/** The response for a missing file: never a page, never cached, never sniffed as another type. */
export function sendMissingFile(response: Response): void {
  response
    .status(404)
    .set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'" })
    .type('text/plain')
    .send('Not found\n');
}
