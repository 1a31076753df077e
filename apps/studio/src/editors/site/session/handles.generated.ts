// Written by `npm run format` from the operations; `npm run check` fails if it is out of date.
import { Type } from 'typebox'
import { server, tab } from './handleKinds.ts'

/** The operations that a tab runs itself for a person. */
export const tabHandles = {
  addComponentParam: tab('site.addComponentParam'),
  addDeclaration: tab('site.addDeclaration'),
  addRule: tab('site.addRule'),
  batch: tab('site.batch'),
  clearPageTemplate: tab('site.clearPageTemplate'),
  copyNodes: tab('site.copyNodes'),
  deleteCodeAsset: tab('site.deleteCodeAsset'),
  deleteMedia: tab('site.deleteMedia'),
  deleteNode: tab('site.deleteNode'),
  deleteSection: tab('site.deleteSection'),
  deleteTokens: tab('site.deleteTokens'),
  detachComponent: tab('site.detachComponent'),
  duplicateNode: tab('site.duplicateNode'),
  insertComponent: tab('site.insertComponent'),
  insertHtml: tab('site.insertHtml'),
  insertLayout: tab('site.insertLayout'),
  moveMediaFolder: tab('site.moveMediaFolder'),
  moveNode: tab('site.moveNode'),
  pasteContent: tab('site.pasteContent'),
  removeCss: tab('site.removeCss'),
  removeDeclaration: tab('site.removeDeclaration'),
  renameCodeAsset: tab('site.renameCodeAsset'),
  renameNode: tab('site.renameNode'),
  renamePage: tab('site.renamePage'),
  replaceMedia: tab('site.replaceMedia'),
  replaceNodeHtml: tab('site.replaceNodeHtml'),
  saveSection: tab('site.saveSection'),
  set_color_tokens: tab('site.set_color_tokens'),
  set_spacing_scale: tab('site.set_spacing_scale'),
  set_type_scale: tab('site.set_type_scale'),
  setDeclaration: tab('site.setDeclaration'),
  setDependency: tab('site.setDependency'),
  setHidden: tab('site.setHidden'),
  setLocked: tab('site.setLocked'),
  setPageSettings: tab('site.setPageSettings'),
  setPageTemplate: tab('site.setPageTemplate'),
  setRedirects: tab('site.setRedirects'),
  setRichText: tab('site.setRichText'),
  setSiteSettings: tab('site.setSiteSettings'),
  setStyle: tab('site.setStyle'),
  setTexts: tab('site.setTexts'),
  switchDeclaration: tab('site.switchDeclaration'),
  unwrapNode: tab('site.unwrapNode'),
  updateMedia: tab('site.updateMedia'),
  updateNodeProps: tab('site.updateNodeProps'),
  wrapInLayout: tab('site.wrapInLayout'),
  wrapNodes: tab('site.wrapNodes'),
  write_code_asset: tab('site.write_code_asset'),
} as const

/** The operations of the server that a command runs. */
export const commandHandles = {
  addPage: server(
    'site.addPage',
    Type.Object({ pageId: Type.String(), rootNodeId: Type.String(), slug: Type.String() }),
  ),
  createComponent: server(
    'site.createComponent',
    Type.Object({ componentId: Type.String(), rootNodeId: Type.String(), nodeIds: Type.Array(Type.String()), nodeId: Type.String(), pageId: Type.String() }),
  ),
} as const
