import { ApiProperty } from '@nestjs/swagger';
import type { ProjectCard } from '@site/contracts';

export class PasswordDto {
  @ApiProperty({
    minLength: 1,
    maxLength: 256,
    description: 'At most 256 bytes; taken as it is, without trimming',
    example: 'correct horse battery staple',
  })
  password!: string;
}

export class PasswordAnswerDto {
  @ApiProperty()
  valid!: boolean;
}

export class DraftCardDto implements ProjectCard {
  @ApiProperty({ enum: ['drafts'] })
  list!: 'drafts';
  @ApiProperty({ type: 'integer', example: 1 })
  order!: number;
  @ApiProperty({ example: 'Beef Cut Prices' })
  title!: string;
  @ApiProperty({ example: 'What stores advertise each cut for this week.' })
  description!: string;
  @ApiProperty({ type: [String] })
  tags!: string[];
  @ApiProperty({ example: 'Aug 12 2025' })
  date!: string;
  @ApiProperty({ example: '/projects/beef-cut-prices' })
  link!: string;
}

export function toDraftCardDto(card: ProjectCard): DraftCardDto {
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
