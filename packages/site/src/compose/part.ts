import type { PartRequest, PublishedPart } from '../context/parts.ts'
import type { Attribute } from '../document/node.ts'
import { nodeAttributes, type PageNode } from '../document/tree.ts'
import { siteUrl } from '../media/resolve.ts'
import { mayDownload, PART_CONTROLS_CLASS, PART_VIEWER_TAG, partPictureUrl, viewerAttributes } from '../part/element.ts'
import { type Piece, Placed, type Scope } from './pieces.ts'

/**
 * The element that visitors get in place of an `<atelier-part>`: its picture, which also stands without scripts, and the
 * addresses that the viewer reads.
 * @param attributes those of the node, filled in
 * @param children the pieces inside the node: the first picture among them shows the part, and there is one in any case
 * @param files absent where pages are shown that are not published
 */
export function partViewer(
  node: PageNode,
  scope: Scope,
  attributes: readonly Attribute[],
  children: readonly Piece[],
  request: PartRequest,
  files: PublishedPart | undefined,
): Placed {
  const picture = children.find(({ kind, tag, ns }) => kind === 'element' && tag === 'img' && ns === undefined)
  const source = files ? siteUrl(files.picture.path) : partPictureUrl(request)
  const pieces = picture
    ? children.map((each) => (each === picture ? withSource(each, scope, source, files) : each))
    : []
  if (!picture) {
    const attrs = sourced([['alt', '']], source, files)
    pieces.push(new Placed(scope, undefined, { tag: 'img', attrs, pieces: [] }), ...children)
  }
  const addresses: Attribute[] = files
    ? [
        ['src', siteUrl(files.model.path)],
        ['poster', source],
      ]
    : []
  const choices = choicesOf(files)
  if (choices !== undefined) addresses.push(['choices', choices])
  if (files && mayDownload(attributes)) pieces.push(downloadLink(scope, request, files))
  const element = new Placed(scope, undefined, {
    tag: PART_VIEWER_TAG,
    attrs: [...viewerAttributes(attributes), ...addresses],
    pieces,
  })
  if (scope.addressed) element.uid = node.id
  return element
}

/** The names of configurations and of their files, which lie beside that of the model, as the viewer reads them. */
function choicesOf(files: PublishedPart | undefined): string | undefined {
  if (!files?.choices || files.choices.length < 2) return undefined
  return JSON.stringify(
    files.choices.map(({ name, model }) => [name, model.path.slice(model.path.lastIndexOf('/') + 1)]),
  )
}

/** A link that also works without scripts. Its text is the name of the file, which needs no translation. */
function downloadLink(scope: Scope, { partId }: PartRequest, { name = partId, model }: PublishedPart): Placed {
  const file = `${name}.glb`
  const link = new Placed(scope, undefined, {
    tag: 'a',
    attrs: [
      ['href', siteUrl(model.path)],
      ['download', file],
    ],
    pieces: [new Placed(scope, undefined, { text: file })],
  })
  return new Placed(scope, undefined, { tag: 'span', attrs: [['class', PART_CONTROLS_CLASS]], pieces: [link] })
}

function withSource(piece: Piece, scope: Scope, source: string, files: PublishedPart | undefined): Placed {
  const node = piece instanceof Placed ? piece.node : piece
  const written = (piece instanceof Placed ? piece.attrs : undefined) ?? (node ? nodeAttributes(node) : [])
  const placed = new Placed(piece instanceof Placed ? piece.scope : scope, node, {
    tag: 'img',
    attrs: sourced(written, source, files),
    ...(node ? {} : { pieces: [] }),
  })
  if (piece instanceof Placed) placed.uid = piece.uid
  return placed
}

/** The attributes of a picture that shows the part, with the size that keeps the page from jumping. */
function sourced(attributes: readonly Attribute[], source: string, files: PublishedPart | undefined): Attribute[] {
  const kept = attributes.filter(([name]) => name !== 'src' && name !== 'srcset' && name !== 'sizes')
  const isSized = kept.some(([name]) => name === 'width' || name === 'height')
  const size: Attribute[] =
    files && !isSized
      ? [
          ['width', String(files.width)],
          ['height', String(files.height)],
        ]
      : []
  return [['src', source], ...kept, ...size]
}
