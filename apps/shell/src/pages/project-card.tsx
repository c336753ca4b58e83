import type { ComponentProps } from 'react';
import { ButtonLink, Card } from '@site/ui';

interface ProjectCardProps extends Omit<ComponentProps<typeof Card>, 'action'> {
  readonly link: string;
  readonly look?: ComponentProps<typeof ButtonLink>['look'];
}

/** A project in a list, with the link that opens it. */
export function ProjectCard({ link, look, title, ...card }: ProjectCardProps) {
  return (
    <li>
      <Card
        {...card}
        title={title}
        action={
          <ButtonLink to={link} look={look} aria-label={`Open ${title}`}>
            Open
          </ButtonLink>
        }
      />
    </li>
  );
}
