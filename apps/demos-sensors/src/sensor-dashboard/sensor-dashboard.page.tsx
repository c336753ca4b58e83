import { FactCard } from './fact-card.tsx';
import { useDeviceInfo } from './use-device-info.ts';
import styles from './sensor-dashboard.module.css';

export function Component() {
  const { device, browser } = useDeviceInfo();
  const online = device.find((fact) => fact.name === 'Online');
  return (
    <div className={styles.page}>
      <p className={styles.promise}>Nothing leaves this device.</p>
      <div className={styles.cards}>
        <FactCard title="Device" facts={device} />
        <FactCard title="Browser" facts={browser} />
      </div>
      <p className={styles.announcement} role="status">
        {online?.value === 'No' ? 'This device is offline.' : ''}
      </p>
      <section className={styles.note} aria-labelledby="sensors-being-built">
        <h2 id="sensors-being-built" className={styles.title}>
          Being built
        </h2>
        <p className={styles.text}>
          The motion, sound, light, battery and location cards are being built. Until they are here, this page reads no sensor and
          asks for no permission.
        </p>
      </section>
      <details className={styles.how}>
        <summary>How it works</summary>
        <p>
          Every line is what the browser answers when a page asks, read while this page is open and shown to nobody else.
          “Unknown” means that this browser does not say; some keep an answer back, or round it, to make their users harder to
          tell apart.
        </p>
      </details>
    </div>
  );
}
