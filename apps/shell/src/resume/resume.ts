import type { ResumeContent } from '../../resume-content.ts';
import content from '../../content/resume.json';

/** The owner's résumé; the build has validated it. */
export const resume = content as ResumeContent;
