import { plain, resumeMarkdown } from './resume-markdown.ts';

test('every section of the page is there, in the same order', () => {
  const text = resumeMarkdown('Ada', ['https://profiles.example/ada'], {
    basics: { summary: 'Makes things.' },
    work: [
      {
        name: 'Engines',
        position: 'Analyst',
        url: 'https://engines.example/',
        startDate: '2019-11',
        endDate: '2020-08',
        summary: 'Notes.',
        highlights: ['First', 'Second'],
      },
      { name: 'Looms', startDate: '2024', summary: 'Cards.' },
    ],
    projects: [{ name: 'Clock', description: 'Ticks.' }],
    skills: [{ name: 'Tools', keywords: ['a', 'b'] }, { name: 'Patience' }],
    education: [{ institution: 'Home', area: 'Mathematics', studyType: 'Lessons', startDate: '2008', endDate: '2010' }],
    languages: [{ language: 'English', fluency: 'Native' }],
  });
  expect(text).toBe(`# Ada

Makes things.

<https://profiles.example/ada>

## Work

### [Engines](<https://engines.example/>)

**Analyst**, Nov 2019 to Aug 2020

Notes.

- First
- Second

### Looms

2024 to present

Cards.

## Projects

### Clock

Ticks.

## Skills

- **Tools**: a, b
- **Patience**

## Education

### Mathematics

Lessons, Home, 2008 to 2010

## Languages

- **English**: Native
`);
});

test('sections without entries are left out', () => {
  const text = resumeMarkdown('Ada', [], {
    basics: {},
    work: [{ name: 'Looms', startDate: '2024', summary: 'Cards.' }],
    skills: [],
  });
  expect(text).toBe('# Ada\n\n## Work\n\n### Looms\n\n2024 to present\n\nCards.\n');
});

test.each([
  ['2 * 3 * 4 _is_ [24]', '2 \\* 3 \\* 4 \\_is\\_ \\[24\\]'],
  ['<b>R&D</b>', '\\<b\\>R\\&D\\</b\\>'],
  ['# one\n\n- two', '\\# one - two'],
  ['1. of May', '1\\. of May'],
  ['a well-known #1', 'a well-known #1'],
])('%j is text, not markup', (text, markdown) => {
  expect(plain(text)).toBe(markdown);
});
