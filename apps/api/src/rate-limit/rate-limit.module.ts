import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RateHitEntity } from './rate-hit.entity.ts';
import { RateLimiter } from './rate-limiter.ts';

@Module({ imports: [TypeOrmModule.forFeature([RateHitEntity])], providers: [RateLimiter], exports: [RateLimiter] })
export class RateLimitModule {}
