import type { ResumeContent } from '../../resume-content.ts';
import { periodOf } from './period.ts';

/** Text of the owner's content for Markdown: on one line, with markup characters escaped. */
export function plain(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line
    .replaceAll(/[\\`*_[\]<>&]/g, '\\$&')
    .replace(/^([#+-]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

const list = (items: readonly string[]) => items.map((item) => `- ${plain(item)}`).join('\n');

/** Sections of the page, in the same order; those without entries are left out. */
export function resumeMarkdown(owner: string, links: readonly string[], resume: ResumeContent): string {
  const { basics, work, projects = [], skills = [], education = [], languages = [] } = resume;
  const section = (title: string, entries: readonly (readonly (string | undefined)[])[]) =>
    entries.length === 0 ? [] : [`## ${title}`, ...entries.flat()];
  const named = (label: string, text: string | undefined) =>
    text ? `- **${plain(label)}**: ${plain(text)}` : `- **${plain(label)}**`;
  const blocks = [
    `# ${plain(owner)}`,
    basics.summary && plain(basics.summary),
    links.map((href) => `<${href}>`).join(' · '),
    ...section(
      'Work',
      work.map(({ name, url, position, startDate, endDate, summary, highlights = [] }) => [
        `### ${url ? `[${plain(name)}](<${url}>)` : plain(name)}`,
        [position && `**${plain(position)}**`, periodOf(startDate, endDate)].filter(Boolean).join(', '),
        plain(summary),
        list(highlights),
      ]),
    ),
    ...section(
      'Projects',
      projects.map(({ name, description, highlights = [] }) => [`### ${plain(name)}`, plain(description), list(highlights)]),
    ),
    ...section(
      'Skills',
      [[skills.map(({ name, keywords = [] }) => named(name, keywords.join(', '))).join('\n')]].filter(() => skills.length > 0),
    ),
    ...section(
      'Education',
      education.map(({ institution, area, studyType, startDate, endDate }) => [
        `### ${plain(area)}`,
        `${[studyType, institution]
          .filter((text) => text !== undefined)
          .map(plain)
          .join(', ')}, ${periodOf(startDate, endDate)}`,
      ]),
    ),
    ...section(
      'Languages',
      [[languages.map(({ language, fluency }) => named(language, fluency)).join('\n')]].filter(() => languages.length > 0),
    ),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
