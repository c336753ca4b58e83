import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { reportTitle, sectionSlug } from '@site/contracts';
import { KnownAddresses, type AddressFact } from '../site/known-addresses.ts';
import { OpenReportsService } from './open-reports.service.ts';
import { UsdaService } from './usda.service.ts';

type Address = Readonly<Record<string, string>>;

/** Which reports and sections have a page, and their titles. Never asks USDA. */
@Injectable()
export class ReportAddresses implements OnModuleInit {
  constructor(
    @Inject(UsdaService) private readonly reports: Pick<UsdaService, 'storedReportList'>,
    @Inject(OpenReportsService) private readonly opened: Pick<OpenReportsService, 'storedSections'>,
    private readonly known: KnownAddresses,
  ) {}

  onModuleInit(): void {
    this.known.register('/projects/usda-reports/:slug', (address) => this.report(address));
    this.known.register('/projects/usda-reports/:slug/:section', (address) => this.section(address));
  }

  private async report({ slug }: Address): Promise<AddressFact> {
    const list = await this.reports.storedReportList();
    // Without a list, the page itself reports the problem.
    if (list === null) return true;
    const report = list.find((listed) => listed.slug_id === slug);
    if (!report) return false;
    const title = reportTitle(report);
    return title === null || { title };
  }

  private async section({ slug = '', section }: Address): Promise<AddressFact> {
    const report = await this.report({ slug });
    if (report === false) return false;
    const sections = await this.opened.storedSections(slug);
    if (sections === null) return report;
    const name = sections.find((one) => sectionSlug(one) === section);
    if (name === undefined) return false;
    return report === true ? true : { title: `${report.title}, ${name}` };
  }
}
