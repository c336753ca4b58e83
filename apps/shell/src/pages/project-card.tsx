import type { ComponentProps } from 'react';
import { ButtonLink, Card } from '@site/ui';
import { useServices } from '../services.ts';
import { Still } from './still.tsx';
import { useAlive } from './use-alive.ts';

/** This many cards are visible on a laptop without scrolling; a phone shows one and a half. */
const FIRST_CARDS = 3;

interface ProjectCardProps extends Omit<ComponentProps<typeof Card>, 'action' | 'picture'> {
  readonly link: string;
  /** Place in the list, from 0. */
  readonly index: number;
  readonly look?: ComponentProps<typeof ButtonLink>['look'];
}

/** A project in a list, with the link that opens it. */
export function ProjectCard({ link, index, look, title, ...card }: ProjectCardProps) {
  const { remotes } = useServices();
  const ref = useAlive<HTMLLIElement>(link);
  return (
    <li ref={ref}>
      <Card
        {...card}
        title={title}
        picture={<Still remotes={remotes} of={link} isFirst={index < FIRST_CARDS} />}
        action={
          <ButtonLink to={link} look={look} aria-label={`Open ${title}`}>
            Open
          </ButtonLink>
        }
      />
    </li>
  );
}
