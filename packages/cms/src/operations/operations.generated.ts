// Written by `npm run format` from the operations; `npm run check` fails if it is out of date.
import { addNavigationItem } from './addNavigationItem.ts'
import { createPage } from './createPage.ts'
import { deletePage } from './deletePage.ts'
import { findResource } from './findResource.ts'
import { getNavigation } from './getNavigation.ts'
import { getPage } from './getPage.ts'
import { getPageSections } from './getPageSections.ts'
import { getSectionContent } from './getSectionContent.ts'
import { listPages } from './listPages.ts'
import { planAnalyzeTask } from './planAnalyzeTask.ts'
import { removeNavigationItem } from './removeNavigationItem.ts'
import { searchVector } from './searchVector.ts'
import { updatePage } from './updatePage.ts'
import { updateSectionContent } from './updateSectionContent.ts'

/** The operations in this folder and those below, by name. */
export const operations = [
  addNavigationItem,
  createPage,
  deletePage,
  findResource,
  getNavigation,
  getPage,
  getPageSections,
  getSectionContent,
  listPages,
  planAnalyzeTask,
  removeNavigationItem,
  searchVector,
  updatePage,
  updateSectionContent,
] as const
