import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { VitalCountEntity } from './vital-count.entity.ts';
import { VitalsRepository } from './vitals.repository.ts';

/** The stored measurements, for the modules that count them and that judge canaries by them. */
@Module({
  imports: [TypeOrmModule.forFeature([VitalCountEntity])],
  providers: [VitalsRepository],
  exports: [VitalsRepository],
})
export class VitalsStoreModule {}
