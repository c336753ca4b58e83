/** What a command may use. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

export type RunCommand = (args: readonly string[], context: CommandContext) => Promise<void>;

export interface Command {
  readonly name: string;
  /** Name and arguments, as the help shows them. */
  readonly usage: string;
  readonly summary: string;
  /** Loads only what this command needs: everything together takes a second. */
  readonly load: () => Promise<RunCommand>;
}

/** The command was not understood. */
export class CommandError extends Error {
  readonly exitCode = 2;
}
