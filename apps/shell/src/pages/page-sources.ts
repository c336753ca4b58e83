/** The modules of the shell's pages that are fetched when they are opened, by path; the build writes them into `shell.json`. */
export const pageSources: Readonly<Record<string, string>> = {
  '/about': 'src/pages/about.page.tsx',
  '/contact': 'src/pages/contact.page.tsx',
  '/offline': 'src/pages/offline.page.tsx',
  '/portfolio': 'src/pages/shop.page.tsx',
  '/privacy': 'src/pages/privacy.page.tsx',
  '/projects': 'src/pages/projects.page.tsx',
  '/projects/drafts': 'src/pages/drafts.page.tsx',
  '/projects/header-test': 'src/pages/header-test.page.tsx',
};
