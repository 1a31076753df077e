export { createIconSearch, type IconSearchOptions } from './icons/search.ts'
