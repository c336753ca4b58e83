import { useId } from 'react';
import { EGG_TYPES } from './egg-types.ts';
import type { EggFilters } from './use-egg-filters.ts';
import { REGIONS } from './zip-region.ts';
import { ZipAnswer } from './zip-answer.tsx';
import styles from '../controls/controls.module.css';

const CATEGORIES = ['Shell Eggs', 'Specialty'] as const;

/** Where and which eggs: ZIP code or region, and the type. */
export function EggControls({ filters }: { readonly filters: EggFilters }) {
  const id = useId();
  const isInvalid = filters.zipReading.kind === 'invalid';
  return (
    <section className={styles.controls} aria-label="Filters">
      <div className={styles.field}>
        <label className={styles.label} htmlFor={`${id}-zip`}>
          ZIP code
        </label>
        <input
          id={`${id}-zip`}
          className={styles.input}
          type="text"
          inputMode="numeric"
          autoComplete="postal-code"
          placeholder="Enter your 5-digit ZIP code"
          maxLength={5}
          value={filters.zip}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-answer`}
          onChange={(event) => filters.setZip(event.target.value)}
        />
      </div>
      <div className={styles.field}>
        <label className={styles.label} htmlFor={`${id}-region`}>
          Region
        </label>
        <div className={styles.choice}>
          <select
            id={`${id}-region`}
            className={styles.input}
            value={filters.region ?? ''}
            onChange={(event) => filters.chooseRegion(REGIONS.find((region) => region === event.target.value) ?? null)}
          >
            <option value="">All regions</option>
            {REGIONS.map((region) => (
              <option key={region} value={region}>
                {region}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className={styles.field}>
        <label className={styles.label} htmlFor={`${id}-type`}>
          Filter by Egg Type
        </label>
        <div className={styles.choice}>
          <select
            id={`${id}-type`}
            className={styles.input}
            value={filters.type}
            onChange={(event) => filters.setType(event.target.value)}
          >
            {CATEGORIES.map((category) => (
              <optgroup key={category} label={category}>
                {EGG_TYPES.filter((type) => type.category === category).map((type) => (
                  <option key={type.value} value={type.value}>
                    {type.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </div>
      </div>
      <div id={`${id}-answer`} className={styles.answer} aria-live="polite">
        <ZipAnswer filters={filters} />
      </div>
    </section>
  );
}
