import {
  nodeStyles,
  type PageNode,
  type PageTree,
  refuseNode,
  type StyledRule,
  siteUrl,
  writtenClasses,
} from '@atelier/site'
import { Ellipsis, Image, Plus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { Button, IconButton } from '../../../../ui/Button.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { lazyWhenIdle } from '../../../../ui/lazyWhenIdle.ts'
import { Menu } from '../../../../ui/Menu.tsx'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../../session/context.ts'
import { operations } from '../../session/handles.ts'
import { AddDeclaration } from '../fields/AddDeclaration.tsx'
import { withPicture } from '../fields/choices.ts'
import { DeclarationRow } from './DeclarationRow.tsx'
import { declarationLines, declarationText, refusalText } from './declarations.ts'
import styles from './Rules.module.css'
import * as strings from './strings.ts'

const ImagePicker = lazyWhenIdle(async () => (await import('../../media/ImagePicker.tsx')).ImagePicker)

/** The rules that match a node, the strongest first, each declaration to be edited where it was authored. */
export function RuleList({ tree, node }: { tree: PageTree; node: PageNode }) {
  const site = useSite()
  const version = useSiteVersion()
  const pageId = useEditorState((state) => state.documentId)
  const matched = useMemo(
    () => (site && version >= 0 ? nodeStyles(site.local.view, tree, node.id, pageId) : []),
    [site, version, tree, node.id, pageId],
  )
  const stronger = new Set<string>()
  return (
    <div>
      <NewRule key={node.id} node={node} matched={matched} />
      {matched.map((each) => {
        const lines = declarationLines(each.declarations, stronger)
        if (each.certain) for (const line of lines) if (!line.off) stronger.add(line.name)
        return <RuleBlock key={each.ruleId} matched={each} lines={lines} />
      })}
      {matched.length === 0 && (
        <EmptyState title={strings.noRuleMatches}>{strings.addAClassAbove(node.tag)}</EmptyState>
      )}
    </div>
  )
}

function RuleBlock({ matched, lines }: { matched: StyledRule; lines: ReturnType<typeof declarationLines> }) {
  const session = useEditor()
  const { ruleId, selector, conditions, state } = matched
  const [wrong, setWrong] = useState<string>()
  const [choosing, setChoosing] = useState(false)
  /** As the background that the rule has, or as one of its own that fills the element. */
  const showPicture = async (url: string) => {
    const line = matched.declarations.findLast(({ name }) => /^background(?:-image)?$/.test(name))
    const result = line
      ? await session.attempt(operations.setDeclaration, {
          ruleId,
          declarationId: line.id,
          declaration: declarationText(line.name, withPicture(line.name, line.value, url), line.important),
        })
      : await session.attempt(operations.addDeclaration, {
          ruleId,
          declaration: `background: ${withPicture('background', '', url)}`,
        })
    setWrong(refusalText(result))
  }
  const add = async (declaration: string) => {
    const failure = refusalText(await session.attempt(operations.addDeclaration, { ruleId, declaration }))
    setWrong(failure)
    return failure === undefined
  }
  return (
    <section className={styles.rule} aria-label={selector}>
      <div className={styles.ruleHead}>
        <div className={styles.selector}>
          {conditions.map((condition) => (
            <span key={condition} className="block type-caption-code color-secondary">
              {condition}
            </span>
          ))}
          {selector}
        </div>
        {state && <span className={styles.state}>{state}</span>}
        <Menu
          align="end"
          trigger={
            <IconButton label={strings.moreAboutThisRule} size="sm">
              <Ellipsis size={14} />
            </IconButton>
          }
          entries={[
            {
              label: strings.copyAsCss,
              onSelect: () => {
                const body = matched.declarations.map(({ text }) => `  ${text};`).join('\n')
                void navigator.clipboard.writeText(`${selector} {\n${body}\n}`)
              },
            },
            { label: strings.backgroundPicture, icon: <Image size={14} />, onSelect: () => setChoosing(true) },
            { separator: true },
            {
              label: strings.deleteRule,
              danger: true,
              onSelect: async () => setWrong(refusalText(await session.attempt(operations.removeCss, { ruleId }))),
            },
          ]}
        />
      </div>
      {lines.map((line) => (
        <DeclarationRow key={line.id} ruleId={ruleId} line={line} onWrong={setWrong} />
      ))}
      <AddDeclaration
        subject={ruleId}
        label={strings.addADeclarationTo(selector)}
        onAdd={add}
        onRevert={() => setWrong(undefined)}
      />
      <Suspense>
        {choosing && (
          <ImagePicker open onOpenChange={setChoosing} onPick={(picked) => void showPicture(siteUrl(picked.path))} />
        )}
      </Suspense>
      {wrong && (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      )}
    </section>
  )
}

/** One button for each class of the node that has no rule of its own yet. */
function NewRule({ node, matched }: { node: PageNode; matched: readonly StyledRule[] }) {
  const session = useEditor()
  const existing = new Set(matched.filter(({ conditions }) => conditions.length === 0).map((each) => each.selector))
  const missing = (refuseNode(node) ? [] : writtenClasses(node)).filter((name) => !existing.has(`.${CSS.escape(name)}`))
  if (missing.length === 0) return null
  return (
    <div className={styles.newRule}>
      {missing.map((name) => (
        <Button
          key={name}
          size="sm"
          icon={<Plus size={13} />}
          onClick={() => void session.run(operations.addRule, { selector: `.${CSS.escape(name)}` })}
        >
          {strings.ruleFor(name)}
        </Button>
      ))}
    </div>
  )
}
