// Written by `npm run format` from the operations; `npm run check` fails if it is out of date.
import { addImageToSection } from './addImageToSection.ts'
import { addNavigationItem } from './addNavigationItem.ts'
import { addSectionToPage } from './addSectionToPage.ts'
import { archivePost } from './archivePost.ts'
import { createPage } from './createPage.ts'
import { createPageWithContent } from './createPageWithContent.ts'
import { createPost } from './createPost.ts'
import { deleteImage } from './deleteImage.ts'
import { deletePage } from './deletePage.ts'
import { deletePageSection } from './deletePageSection.ts'
import { deletePageSections } from './deletePageSections.ts'
import { deletePost } from './deletePost.ts'
import { findImage } from './findImage.ts'
import { findResource } from './findResource.ts'
import { getCollectionEntries } from './getCollectionEntries.ts'
import { getEntryContent } from './getEntryContent.ts'
import { getNavigation } from './getNavigation.ts'
import { getPage } from './getPage.ts'
import { getPageSections } from './getPageSections.ts'
import { getPost } from './getPost.ts'
import { getSectionContent } from './getSectionContent.ts'
import { getSectionFields } from './getSectionFields.ts'
import { listAllImages } from './listAllImages.ts'
import { listPages } from './listPages.ts'
import { listPosts } from './listPosts.ts'
import { listSectionTemplates } from './listSectionTemplates.ts'
import { planAnalyzeTask } from './planAnalyzeTask.ts'
import { publishPost } from './publishPost.ts'
import { removeNavigationItem } from './removeNavigationItem.ts'
import { replaceImage } from './replaceImage.ts'
import { searchImages } from './searchImages.ts'
import { searchVector } from './searchVector.ts'
import { setUpPosts } from './setUpPosts.ts'
import { toggleNavigationItem } from './toggleNavigationItem.ts'
import { updateNavigationItem } from './updateNavigationItem.ts'
import { updatePage } from './updatePage.ts'
import { updatePost } from './updatePost.ts'
import { updateSectionContent } from './updateSectionContent.ts'
import { updateSectionImage } from './updateSectionImage.ts'

/** The operations in this folder and those below, by name. */
export const operations = [
  addImageToSection,
  addNavigationItem,
  addSectionToPage,
  archivePost,
  createPage,
  createPageWithContent,
  createPost,
  deleteImage,
  deletePage,
  deletePageSection,
  deletePageSections,
  deletePost,
  findImage,
  findResource,
  getCollectionEntries,
  getEntryContent,
  getNavigation,
  getPage,
  getPageSections,
  getPost,
  getSectionContent,
  getSectionFields,
  listAllImages,
  listPages,
  listPosts,
  listSectionTemplates,
  planAnalyzeTask,
  publishPost,
  removeNavigationItem,
  replaceImage,
  searchImages,
  searchVector,
  setUpPosts,
  toggleNavigationItem,
  updateNavigationItem,
  updatePage,
  updatePost,
  updateSectionContent,
  updateSectionImage,
] as const
