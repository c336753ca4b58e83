import { resume } from './resume/resume.ts';
import { site } from './site.ts';

/** Describes the site on every page, and also the person on the résumé page. */
export function structuredData(path: string, origin: string): object {
  const webSite = {
    '@type': 'WebSite',
    '@id': `${origin}/#site`,
    url: `${origin}/`,
    name: site.ownerName,
    ...(site.subtitle ? { description: site.subtitle } : {}),
    inLanguage: 'en',
  };
  if (path !== '/about') return { '@context': 'https://schema.org', ...webSite };
  const { label, summary } = resume.basics;
  const profilePage = {
    '@type': 'ProfilePage',
    '@id': `${origin}/about#page`,
    url: `${origin}/about`,
    isPartOf: { '@id': webSite['@id'] },
    mainEntity: {
      '@type': 'Person',
      '@id': `${origin}/about#person`,
      name: site.ownerName,
      ...(label ? { jobTitle: label } : {}),
      ...(summary ? { description: summary } : {}),
      url: `${origin}/`,
      sameAs: Object.values(site.profiles),
    },
  };
  return { '@context': 'https://schema.org', '@graph': [webSite, profilePage] };
}
