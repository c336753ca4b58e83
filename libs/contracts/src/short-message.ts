export const MAX_MESSAGE_LENGTH = 300;

/**
 * A message as short as a page report may carry. In a file of its own: the shell sends reports from every page, and must not load the
 * schemas of those who read them.
 */
export const shortMessage = (message: string): string => message.slice(0, MAX_MESSAGE_LENGTH);
