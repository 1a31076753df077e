import { Tabs } from '@base-ui/react/tabs'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { credentialsQuery, meQuery } from '../../api/index.ts'
import { useNavigate, useSearchParam } from '../../navigation/context.ts'
import { paths } from '../../navigation/paths.ts'
import { cx } from '../../ui/cx.ts'
import { Button, EmptyState, ErrorNote, Skeleton } from '../../ui/index.ts'
import { SettingsPage } from '../SettingsPage.tsx'
import * as strings from '../strings.ts'
import { AddCredential } from './AddCredential.tsx'
import styles from './AiSettings.module.css'
import { Limits } from './Limits.tsx'
import { Providers } from './Providers.tsx'
import { ScopeDefaults } from './ScopeDefaults.tsx'
import { Services } from './Services.tsx'
import { Usage } from './Usage.tsx'

const tabs: readonly { value: string; label: string; lead: string; panel: ReactNode }[] = [
  {
    value: 'providers',
    label: strings.providers,
    lead: strings.providersLead,
    panel: <Providers />,
  },
  {
    value: 'defaults',
    label: strings.defaults,
    lead: strings.defaultsLead,
    panel: <Defaults />,
  },
  {
    value: 'services',
    label: strings.services,
    lead: strings.servicesLead,
    panel: <Services />,
  },
  {
    value: 'limits',
    label: strings.limits,
    lead: strings.limitsLead,
    panel: <Limits />,
  },
  {
    value: 'usage',
    label: strings.usage,
    lead: strings.usageLead,
    panel: <Usage />,
  },
]

/** Which AI providers the workspace uses, what a chat begins with, how much may be used, and what was. */
export function AiSettings() {
  const me = useQuery(meQuery())
  const tab = useSearchParam('tab')
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const shown = tabs.find(({ value }) => value === tab) ?? tabs[0]
  const role = me.data?.workspace.role
  const manages = role === 'owner' || role === 'admin'
  return (
    <SettingsPage
      title={strings.ai}
      lead={shown?.lead}
      action={
        manages &&
        shown?.value === 'providers' && (
          <Button variant="primary" icon={<Plus size={15} />} onClick={() => setAdding(true)}>
            {strings.addProvider}
          </Button>
        )
      }
    >
      {me.isPending ? (
        <Skeleton height={64} radius={10} />
      ) : !manages ? (
        <ErrorNote tone="info" title={strings.adminsOnly}>
          {strings.askAnAdmin}
        </ErrorNote>
      ) : (
        <Tabs.Root
          className="grid one-column gap-24"
          value={shown?.value}
          onValueChange={(value) => navigate(paths.settings('ai', String(value)), { replace: true })}
        >
          <Tabs.List className={cx(styles.tabList, 'fades-scroll')} aria-label={strings.aiSettings} activateOnFocus>
            {tabs.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value} className={styles.tab}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map(({ value, panel }) => (
            <Tabs.Panel key={value} value={value} className={styles.panel}>
              {panel}
            </Tabs.Panel>
          ))}
        </Tabs.Root>
      )}
      <AddCredential open={adding} onOpenChange={setAdding} />
    </SettingsPage>
  )
}

function Defaults() {
  const credentials = useQuery(credentialsQuery())
  const list = credentials.data?.credentials ?? []
  if (credentials.isPending) return <Skeleton height={64} radius={10} />
  if (list.length > 0) return <ScopeDefaults credentials={list} />
  return (
    <section className={styles.card}>
      <EmptyState tone="agent" title={strings.noModelYet}>
        {strings.addAProviderFirst}
      </EmptyState>
    </section>
  )
}
