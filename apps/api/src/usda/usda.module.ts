import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../config/config.ts';
import { ReportCopyEntity } from './report-copy.entity.ts';
import { ReportCopyRepository } from './report-copy.repository.ts';
import { SampleSource } from './sample/sample-source.ts';
import { UsdaConnection } from './usda-connection.ts';
import { UsdaClient } from './usda.client.ts';
import { UsdaController } from './usda.controller.ts';
import { UsdaService } from './usda.service.ts';

async function connect(config: Config, sample: SampleSource): Promise<UsdaConnection> {
  if (config.usdaSource === 'live') return new UsdaConnection('live', config.usdaBaseUrl, config.usdaApiKey);
  return new UsdaConnection('sample', await sample.start(), SampleSource.KEY);
}

@Module({
  imports: [TypeOrmModule.forFeature([ReportCopyEntity])],
  controllers: [UsdaController],
  providers: [
    UsdaService,
    UsdaClient,
    ReportCopyRepository,
    SampleSource,
    { provide: UsdaConnection, useFactory: connect, inject: [Config, SampleSource] },
  ],
})
export class UsdaModule {}
