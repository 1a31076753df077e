export { type Catalogue, findModel, parseCatalogue } from './catalogue.ts'
export { datedKey, pricingKey } from './key.ts'
export { CatalogueEntry, costOf, Price, tokenPrice, worstCost } from './price.ts'
export { snapshot } from './snapshot.ts'
