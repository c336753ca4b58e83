import * as v from 'valibot';

const Text = v.pipe(v.string('must be a string'), v.trim(), v.minLength(1, 'must not be empty'));

/** JSON Resume allows a year, a year and month, or a full date. */
const PartialDate = v.pipe(
  v.string('must be a date'),
  v.regex(/^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/, 'must be a date such as 2024, 2024-05 or 2024-05-31'),
);

/** Compares at the precision that both share: from 2019-05 to 2019 is valid. */
const isInOrder = (startDate: string, endDate: string | undefined) =>
  endDate === undefined || endDate >= startDate.slice(0, endDate.length);

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const JobSchema = v.pipe(
  v.object({
    name: Text,
    position: v.optional(Text),
    /** Link on the employer's name; an empty string, as in JSON Resume templates, means no link. */
    url: v.optional(
      v.pipe(
        v.string('must be a URL'),
        v.check((text) => text === '' || isWebAddress(text), 'must be a URL such as https://employer.example'),
      ),
    ),
    startDate: PartialDate,
    /** If omitted, the job is current. */
    endDate: v.optional(PartialDate),
    summary: Text,
    highlights: v.optional(v.array(Text, 'must be a list of strings')),
    /** Not in JSON Resume, which allows further fields: paths of logos or pictures on this site. */
    images: v.optional(
      v.array(
        v.pipe(v.string('must be a path'), v.regex(/^\/(?!\/)/, 'must be a path on this site, such as /images/logo.png')),
        'must be a list of paths',
      ),
    ),
  }),
  v.forward(
    v.check(({ startDate, endDate }) => isInOrder(startDate, endDate), 'must not be before startDate'),
    ['endDate'],
  ),
);

const ProjectSchema = v.object({
  name: Text,
  description: Text,
  highlights: v.optional(v.array(Text, 'must be a list of strings')),
});

const SkillSchema = v.object({ name: Text, keywords: v.optional(v.array(Text, 'must be a list of strings')) });

const StudySchema = v.pipe(
  v.object({
    institution: Text,
    area: Text,
    studyType: v.optional(Text),
    startDate: PartialDate,
    /** If omitted, it is ongoing. */
    endDate: v.optional(PartialDate),
  }),
  v.forward(
    v.check(({ startDate, endDate }) => isInOrder(startDate, endDate), 'must not be before startDate'),
    ['endDate'],
  ),
);

const LanguageSchema = v.object({ language: Text, fluency: v.optional(Text) });

const BasicsSchema = v.object({
  /** Not shown: the pages take the name from site.json, and the build insists that it be the same. */
  name: v.optional(Text),
  label: v.optional(Text),
  summary: v.optional(Text),
  /** Not shown, but part of /resume.json. */
  image: v.optional(
    v.pipe(
      v.string('must be a path or a URL'),
      v.check(
        (text) => text === '' || /^\/(?!\/)/.test(text) || isWebAddress(text),
        'must be a path on this site, such as /images/me.png, or a URL',
      ),
    ),
  ),
});

/** The part of a JSON Resume 1.0 document that the site reads; the file may have other sections. */
export const ResumeSchema = v.object({
  basics: BasicsSchema,
  work: v.pipe(v.array(JobSchema, 'must be a list of jobs'), v.minLength(1, 'must have at least one job')),
  projects: v.optional(v.array(ProjectSchema, 'must be a list of projects')),
  skills: v.optional(v.array(SkillSchema, 'must be a list of skills')),
  education: v.optional(v.array(StudySchema, 'must be a list of education entries')),
  languages: v.optional(v.array(LanguageSchema, 'must be a list of languages')),
});

export type ResumeContent = v.InferOutput<typeof ResumeSchema>;
export type Job = ResumeContent['work'][number];
