import { parentPort } from 'node:worker_threads';
import { runInBackground } from '../background-thread.ts';
import type { ScryptHash } from '../config/scrypt-hash.ts';
import { isPassword } from './password-hash.ts';

export interface PasswordQuestion {
  readonly password: string;
  readonly expected: ScryptHash;
}

runInBackground();
parentPort?.on('message', ({ password, expected }: PasswordQuestion) => {
  parentPort?.postMessage(isPassword(password, expected));
});
