import type { Part } from './sections.ts'

/** Sections of words, details and forms. */
export const contentStyles = {
  quotes: `.quotes {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
  gap: var(--space-large);
}

.quote {
  margin: 0;
  padding-left: var(--space);
  border-left: 3px solid var(--accent);
}

.quote-words {
  margin: 0;
  font: 400 var(--size-large) / 1.45 var(--heading);
}

.quote-name {
  margin-top: 0.75rem;
  color: var(--muted);
}`,
  details: `.details {
  display: grid;
  gap: var(--space);
  margin: 0;
}

.detail-label {
  color: var(--muted);
}

.detail-value {
  margin: 0;
  font: 600 var(--size-large) / 1.4 var(--heading);
  overflow-wrap: anywhere;
}

.details-none {
  max-width: 36rem;
  margin: 0;
  font-size: var(--size-large);
}`,
  form: `.form {
  display: grid;
  gap: var(--space);
}

.field {
  display: grid;
  gap: 0.5rem;
}

.field-label {
  font-weight: 600;
}

.field-input {
  width: 100%;
  padding: 0.8rem 1rem;
  border: 1px solid var(--muted);
  border-radius: min(var(--radius), 1rem);
  background: var(--background);
  color: var(--text);
  font: inherit;
}

@media (min-width: 40rem) {
  .form {
    grid-template-columns: 1fr 1fr;
  }

  .field-wide {
    grid-column: 1 / -1;
  }
}`,
  banner: `.banner {
  display: grid;
  gap: var(--space);
  align-items: center;
  padding: calc(var(--space-section) * 0.75) var(--edge);
  background: var(--primary);
  color: var(--on-primary);
}

.banner-words {
  display: grid;
  gap: 0.75rem;
}

.banner-title {
  max-width: 20ch;
  margin: 0;
  font: 600 var(--size-title) / 1.1 var(--heading);
  letter-spacing: -0.02em;
  text-wrap: balance;
}

.banner :focus-visible {
  outline-color: currentColor;
  outline-offset: -6px;
}

.banner-lead {
  max-width: 36rem;
  margin: 0;
  font-size: var(--size-large);
  line-height: 1.5;
}

@media (min-width: 56rem) {
  .banner {
    grid-template-columns: minmax(0, 1fr) auto;
  }
}`,
  story: `.story {
  display: grid;
  gap: var(--space);
}

.story-text {
  max-width: 38rem;
  margin: 0;
  font-size: var(--size-large);
  line-height: 1.55;
  text-wrap: pretty;
}

.story-text + .story-text {
  color: var(--muted);
}`,
} satisfies Partial<Record<Part, string>>
