import type { CodeAsset } from '@atelier/site'
import { FileCode, Package, Palette, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { useShell } from '../../../shell/layout/context.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { CommitInput } from '../fields/CommitInput.tsx'
import { useEditor, useEditorState } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Code.module.css'
import { newFilePath } from './newFile.ts'
import * as strings from './strings.ts'
import { useBuild, useCode } from './useCode.ts'

const begun = {
  script: '// Runs on published pages and in the preview.\n',
  style: '/* Beside the site’s own styles, on published pages and in the preview. */\n',
}

/** The scripts and stylesheets of the site, the packages that scripts import, and what is wrong with them. */
export function CodePanel() {
  const session = useEditor()
  const { assets, packages } = useCode()
  const { build, failure, busy } = useBuild()
  const open = useEditorState((state) => state.codeFile)
  const { layout } = useShell()
  const show = (codeFile: string) => {
    patchStore(session.state, { codeFile })
    patchStore(layout, { sheet: undefined })
  }

  const create = async (type: 'script' | 'style') => {
    const path = newFilePath(
      type,
      assets.map((asset) => asset.path),
    )
    const result = await session.run(operations.write_code_asset, { path, type, content: begun[type] })
    if (result.ok) show(path)
  }
  const problems = build?.problems ?? []
  return (
    <section className={styles.panel} aria-label={strings.code}>
      <div className={styles.head}>
        <h3 className="m-0 type-label color-secondary">{strings.scriptsAndStyles}</h3>
        <Menu
          align="end"
          trigger={
            <IconButton label={strings.addAFile} size="sm">
              <Plus size={15} />
            </IconButton>
          }
          entries={[
            { label: strings.script, icon: <FileCode size={14} />, onSelect: () => void create('script') },
            { label: strings.stylesheet, icon: <Palette size={14} />, onSelect: () => void create('style') },
          ]}
        />
      </div>
      {assets.length === 0 ? (
        <EmptyState
          icon={<FileCode size={18} />}
          title={strings.noCodeYet}
          actions={
            <>
              <Button size="sm" onClick={() => void create('script')}>
                {strings.addAScript}
              </Button>
              <Button size="sm" onClick={() => void create('style')}>
                {strings.addAStylesheet}
              </Button>
            </>
          }
        >
          {strings.noCodeHint}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {assets.map((asset) => (
            <AssetRow
              key={asset.id}
              asset={asset}
              isOpen={asset.path === open}
              isWrong={problems.some(({ assetId }) => assetId === asset.id)}
              onOpen={() => show(asset.path)}
            />
          ))}
        </ul>
      )}
      <Packages packages={packages} />
      {(problems.length > 0 || failure !== undefined) && (
        <div className={styles.section}>
          <h3 className="m-0 type-label color-secondary">{strings.problems}</h3>
          {failure !== undefined && <p className={styles.problem}>{failure}</p>}
          {problems.map(({ assetId, path, message }) => (
            <p key={assetId} className={styles.problem}>
              <button type="button" onClick={() => show(path)}>
                {path}
              </button>
              {` ${message}`}
            </p>
          ))}
        </div>
      )}
      {assets.length > 0 && problems.length === 0 && failure === undefined && (
        <p className={styles.note}>{busy ? strings.building : build ? strings.everythingBuilds : ''}</p>
      )}
    </section>
  )
}

interface AssetRowProps {
  asset: CodeAsset
  isOpen: boolean
  isWrong: boolean
  onOpen: () => void
}

function AssetRow({ asset, isOpen, isWrong, onOpen }: AssetRowProps) {
  const { path, type, runtime } = asset
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={isOpen || undefined}
        data-off={!runtime.enabled || undefined}
        onClick={onOpen}
      >
        {type === 'script' ? <FileCode size={13} /> : <Palette size={13} />}
        <span className={styles.rowName}>{path}</span>
        {isWrong && <span className={styles.wrong}>{strings.problem}</span>}
        {!runtime.enabled && <span className={styles.off}>{strings.off}</span>}
      </button>
    </li>
  )
}

function Packages({ packages }: { packages: Readonly<Record<string, string>> }) {
  const session = useEditor()
  const [name, setName] = useState('')
  const [version, setVersion] = useState('')
  const add = async () => {
    if (name.trim() === '' || version.trim() === '') return
    const result = await session.run(operations.setDependency, { name: name.trim(), version: version.trim() })
    if (!result.ok) return
    setName((now) => (now === name ? '' : now))
    setVersion((now) => (now === version ? '' : now))
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') void add()
  }
  return (
    <div className={styles.section}>
      <h3 className="m-0 type-label color-secondary">{strings.packages}</h3>
      {Object.entries(packages).map(([each, range]) => (
        <div key={each} className={styles.package}>
          <Package size={13} />
          <span className={styles.rowName}>{each}</span>
          <CommitInput
            value={range}
            aria-label={strings.versionOf(each)}
            onCommit={(next) => void session.run(operations.setDependency, { name: each, version: next })}
          />
          <IconButton
            label={strings.removePackage(each)}
            size="sm"
            onClick={() => void session.run(operations.setDependency, { name: each, version: null })}
          >
            <X size={13} />
          </IconButton>
        </div>
      ))}
      <div className={styles.package}>
        <input
          aria-label={strings.nameOfANewPackage}
          placeholder={strings.packageOfNpm}
          spellCheck="false"
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <input
          aria-label={strings.versionOfTheNewPackage}
          placeholder="^1.0.0"
          spellCheck="false"
          value={version}
          onChange={(event) => setVersion(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton label={strings.addThePackage} size="sm" onClick={() => void add()}>
          <Plus size={13} />
        </IconButton>
      </div>
    </div>
  )
}
