import { PasswordAttemptSchema, PasswordResponseSchema, ProjectCardSchema, type ProjectCard } from '@site/contracts';
import { describeSchema } from '../http/api-schema.ts';
import { refusedWith } from '../http/contract.pipe.ts';
import { PasswordError } from '../passwords/password.errors.ts';

export const PasswordAttemptBody = refusedWith(
  describeSchema('PasswordAttempt', PasswordAttemptSchema, {
    password: { description: 'At most 256 bytes; taken as it is, without trimming', example: 'correct horse battery staple' },
  }),
  () => new PasswordError('INVALID_PASSWORD', 'not a valid password'),
);

export const PasswordResponse = describeSchema('PasswordResponse', PasswordResponseSchema);

export const DraftCard = describeSchema('DraftCard', ProjectCardSchema, {
  order: { example: 1 },
  title: { example: 'Beef Cut Prices' },
  description: { example: 'The prices that stores advertise for each cut this week.' },
  date: { example: 'Aug 12 2025' },
  link: { example: '/projects/beef-cut-prices' },
});

export function toDraftCard(card: ProjectCard): ProjectCard {
  return {
    list: 'drafts',
    order: card.order,
    title: card.title,
    description: card.description,
    tags: card.tags,
    date: card.date,
    link: card.link,
  };
}
