import { Body, Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { DailyBoard, DailyEntry, DailyEntryRequest, DailyPlace, DailyQuery } from '@site/contracts';
import type { Request } from 'express';
import { Public } from '../http/access.ts';
import { ApiProblems } from '../http/api-schema.ts';
import { NotStored } from '../http/not-stored.ts';
import {
  DailyBoardDto,
  DailyEntryBody,
  DailyEntryDto,
  DailyPlaceDto,
  DailyQueryDto,
  toBoard,
  toDailyEntry,
} from './daily-challenge.dto.ts';
import { DailyChallengeService } from './daily-challenge.service.ts';
import { EntryLimits } from './entry-limits.ts';

@ApiTags('daily challenge')
@NotStored()
@Controller('api/daily-challenge')
export class DailyChallengeController {
  constructor(
    private readonly challenge: DailyChallengeService,
    private readonly limits: EntryLimits,
  ) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'The best Tennis Ball Gun runs of a day: today in UTC, unless the query names another day' })
  @ApiOkResponse({ standardSchema: DailyBoardDto })
  @ApiProblems(400)
  async board(@Query({ schema: DailyQueryDto }) { day: asked }: DailyQuery): Promise<DailyBoard> {
    const { day, entries } = await this.challenge.board(asked);
    return toBoard(day, entries);
  }

  @Post('entries')
  @Public()
  @ApiOperation({
    summary: "Enters a run of today's game; the server replays it first. The entry identifies the player only by initials",
  })
  @ApiCreatedResponse({ standardSchema: DailyPlaceDto })
  @ApiProblems(400, 409, 422, 429, 503)
  async enter(@Body({ schema: DailyEntryBody }) entry: DailyEntryRequest, @Req() request: Request): Promise<DailyPlace> {
    await this.limits.admit(request);
    return this.challenge.enter(entry);
  }

  @Get('entries/:id')
  @Public()
  @ApiOperation({ summary: 'One run with its inputs, for watching' })
  @ApiOkResponse({ standardSchema: DailyEntryDto })
  @ApiProblems(404)
  async entry(@Param('id') id: string): Promise<DailyEntry> {
    return toDailyEntry(await this.challenge.entry(id));
  }
}
