import { useSearchParams } from '@site/router';
import { isZone, zoneOfDevice, zoneText } from './time-zone.ts';

interface RequestedZone {
  /** The zone of `?tz=Area/City` if this browser knows it; undefined for the zone of the device. */
  readonly zone: string | undefined;
  /** The requested zone, if it does not exist. */
  readonly refused: string | undefined;
}

const MAX_NAME_CHARACTERS = 60;

export function useRequestedZone(): RequestedZone {
  const requested = useSearchParams()[0].get('tz') ?? undefined;
  if (requested === undefined) return { zone: undefined, refused: undefined };
  return isZone(requested)
    ? { zone: requested, refused: undefined }
    : { zone: undefined, refused: requested.slice(0, MAX_NAME_CHARACTERS) };
}

/** Says which zone the page shows; with `quiet`, only if the address requests one or the clock keeps its own. */
export function ZoneLine({
  requested,
  clocks,
  quiet = false,
}: {
  readonly requested: RequestedZone;
  readonly clocks: string;
  readonly quiet?: boolean;
}) {
  const { zone, refused } = requested;
  if (quiet && zone === undefined && refused === undefined) return null;
  return (
    <>
      <p className="centered anywhere">{zoneText(zone ?? zoneOfDevice())}</p>
      {refused !== undefined && (
        <p className="centered anywhere">
          This browser does not know the time zone “{refused}”: {clocks} your own.
        </p>
      )}
    </>
  );
}
