import { csvMetadata, metadataName } from './csv-metadata.ts';
import { PRICE_FIELDS, priceFields } from './price-fields.ts';
import { ITEM_FIELDS } from './price-report.ts';

test('describes a file by its fields, their units, its source and its notes', () => {
  const text = csvMetadata({
    file: metadataName('prices.csv').replace('-metadata.json', ''),
    title: 'Prices',
    source: 'USDA',
    license: 'Public domain',
    notes: ['Nominal'],
    fields: [
      { name: 'basis Min', datatype: 'number', description: 'Lowest', unit: 'cents' },
      { name: 'type', datatype: 'string', description: 'What is sold' },
    ],
  });
  expect(JSON.parse(text)).toEqual({
    '@context': ['http://www.w3.org/ns/csvw', { '@language': 'en' }],
    url: 'prices.csv',
    dialect: { commentPrefix: '#' },
    'dc:title': 'Prices',
    'dc:source': 'USDA',
    'dc:license': 'Public domain',
    notes: ['Nominal'],
    tableSchema: {
      columns: [
        { name: 'basis_Min', titles: 'basis Min', datatype: 'number', 'dc:description': 'Lowest', 'schema:unitText': 'cents' },
        { name: 'type', titles: 'type', datatype: 'string', 'dc:description': 'What is sold' },
      ],
    },
  });
});

test('every field of a price file is described, and prices and stores have a unit', () => {
  expect(priceFields(['date', ...ITEM_FIELDS]).map(({ name }) => name)).toEqual(['date', ...ITEM_FIELDS]);
  for (const [name, { unit }] of Object.entries(PRICE_FIELDS))
    expect([name, unit !== undefined]).toEqual([name, /^price_(?!unit)|store_count/.test(name)]);
});
