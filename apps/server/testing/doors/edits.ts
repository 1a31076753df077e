import type { Role, Scene } from './scene.ts'

/** An edit that a rule refuses, as a call of an operation. */
export interface RefusedEdit {
  by: Role
  name: string
  input(scene: Scene): object
  /** The same by a user who may make it, or without the refused part; it changes documents. */
  allowed(scene: Scene): { input: object; projectId?: string }
}

const elided = '<p>New</p><!-- the rest of the page stays the same -->'

/** The rules that a call of an operation can break. */
export type BrokenRule =
  | ('role' | 'workflow' | 'capability' | 'deletions' | 'project' | 'html' | 'css' | 'limits')
  | ('unique' | 'relation' | 'referenced')

/** For each rule that an operation can break, a call that breaks it. The content of both projects is under review. */
export const edits: Record<BrokenRule, RefusedEdit> = {
  role: {
    by: 'viewer',
    name: 'site.insertHtml',
    input: ({ own }) => ({ parentId: own.root, html: '<p>By a viewer</p>' }),
    allowed: ({ own }) => ({ input: { parentId: own.root, html: '<p>By a viewer</p>' } }),
  },
  workflow: {
    by: 'editor',
    name: 'content.save_content',
    input: () => ({ model: 'post', data: { one: { title: 'Not reviewed' } } }),
    allowed: () => ({ input: { model: 'post', data: { one: { title: 'Not reviewed' } } } }),
  },
  capability: {
    by: 'editor',
    name: 'content.shareModel',
    input: () => ({ model: 'post', public: true }),
    allowed: () => ({ input: { model: 'post', public: true } }),
  },
  deletions: {
    by: 'owner',
    name: 'site.deleteNode',
    input: ({ own }) => ({ nodeId: own.root }),
    allowed: ({ own }) => ({ input: { nodeId: own.child } }),
  },
  project: {
    by: 'editor',
    name: 'site.insertHtml',
    input: ({ foreign }) => ({ parentId: foreign.root, html: '<p>From elsewhere</p>' }),
    allowed: ({ foreign }) => ({
      input: { parentId: foreign.root, html: '<p>From elsewhere</p>' },
      projectId: foreign.id,
    }),
  },
  html: {
    by: 'owner',
    name: 'site.insertHtml',
    input: ({ own }) => ({ parentId: own.root, html: elided }),
    allowed: ({ own }) => ({ input: { parentId: own.root, html: '<p>New</p>' } }),
  },
  css: {
    by: 'owner',
    name: 'site.applyCss',
    input: () => ({ css: '.new { color: red }\n/* the rest of the styles stays the same */' }),
    allowed: () => ({ input: { css: '.new { color: red }' } }),
  },
  limits: {
    by: 'owner',
    name: 'site.insertHtml',
    input: ({ own }) => ({ parentId: own.root, html: `<p>${'x'.repeat(1_000_001)}</p>` }),
    allowed: ({ own }) => ({ input: { parentId: own.root, html: '<p>xxx</p>' } }),
  },
  unique: {
    by: 'owner',
    name: 'content.save_content',
    input: () => ({ model: 'post', data: { one: { code: 'b' } } }),
    allowed: () => ({ input: { model: 'post', data: { one: { code: 'c' } } } }),
  },
  relation: {
    by: 'owner',
    name: 'content.save_content',
    input: () => ({ model: 'post', data: { one: { author: 'nobody' } } }),
    allowed: () => ({ input: { model: 'post', data: { one: { author: 'bob' } } } }),
  },
  referenced: {
    by: 'owner',
    name: 'content.delete_content',
    input: () => ({ model: 'author', entryIds: ['ann'] }),
    allowed: () => ({ input: { model: 'author', entryIds: ['bob'] } }),
  },
}

/** HTML of which only the words may come in. */
export const hostileHtml =
  '<p onclick="alert(1)">Words</p><script>alert(1)</script><a href="javascript:alert(1)">Link</a><iframe srcdoc="<script>alert(1)</script>"></iframe>'
