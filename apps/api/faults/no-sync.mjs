// Loaded into the server to break it: the files that Node writes are never synced to the disk; only SQLite still syncs its own. The
// write-order test must notice.
import { open } from 'node:fs/promises';

const handle = await open(import.meta.filename ?? new URL(import.meta.url).pathname);
Object.getPrototypeOf(handle).sync = () => Promise.resolve();
await handle.close();
