/** What a command may use. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

export interface Command {
  readonly name: string;
  /** Name and arguments, as the help shows them. */
  readonly usage: string;
  readonly summary: string;
  readonly run: (args: readonly string[], context: CommandContext) => Promise<void>;
}

/** The command was not understood. */
export class CommandError extends Error {
  readonly exitCode = 2;
}
