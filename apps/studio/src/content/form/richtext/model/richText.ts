import type { Node } from 'prosemirror-model'

/** Between a text and the document of the editor. */
export interface RichText {
  readonly kind: 'markdown' | 'richtext'
  /** The blocks of a text; those that `known` holds already are the same objects. */
  read(text: string, known?: Node): Node
  /** The text of a document. */
  write(doc: Node): string
  /** The blocks that plain text of the clipboard means; undefined if it is only lines of words. */
  fromPlain?(text: string): readonly Node[] | undefined
}
