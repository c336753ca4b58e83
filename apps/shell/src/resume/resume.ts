import type { ResumeContent } from '../../resume-content.ts';
import content from '../../content/resume.json';

/** The owner's working life; the build has checked it. */
export const resume = content as ResumeContent;
