export const RESUME_PDF: string;
export function resumeMark(contentFolder: string): string;
