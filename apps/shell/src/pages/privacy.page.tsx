import { plate } from '@site/ui';
import { PageFrame } from '../layout/page-frame.tsx';
import { site } from '../site.ts';
import styles from './prose.module.css';

function WhatIsCounted({ analytics }: { readonly analytics: NonNullable<typeof site.analytics> }) {
  if (analytics.kind === 'ga4')
    return (
      <p>
        This site counts visits with Google Analytics: each message goes to <code>www.google-analytics.com</code>. None of
        Google&rsquo;s scripts runs here and no cookie is set; a random number that is not stored anywhere links the messages of
        one visit.
      </p>
    );
  return (
    <p>
      This site counts visits with a service of its own: each message goes to <code>{analytics.endpoint}</code> on this site, and
      to nobody else.
    </p>
  );
}

export function PrivacyPage() {
  const { analytics } = site;
  return (
    <PageFrame heading="Privacy" lede="What this site keeps, and what it sends.">
      <div className={plate('glass', styles.prose)}>
        <h2>Counting visits</h2>
        {analytics ? (
          <WhatIsCounted analytics={analytics} />
        ) : (
          <p>
            <strong>No analytics service counts your visits.</strong> What this site records so that problems can be fixed is
            described under Errors and speed.
          </p>
        )}
        <p>
          {analytics
            ? 'It sends two kinds of message:'
            : 'If such a service were set up, the site would send it two kinds of message:'}
        </p>
        <dl className={`stack ${styles.list}`}>
          <div>
            <dt>Page view</dt>
            <dd>the path of the page, such as /projects, and its title; never what follows a question mark.</dd>
          </div>
          <div>
            <dt>Event</dt>
            <dd>a category and a label, such as &ldquo;navigation&rdquo; and /about, and sometimes a number.</dd>
          </div>
        </dl>
        <p>
          The messages carry no name and nothing that would identify you on a later visit. When your browser sends Do Not Track or
          Global Privacy Control, nothing is sent at all.
        </p>
        <h2>Errors and speed</h2>
        <p>
          Each page tells this site, and nobody else, which version of it you got, whether it appeared and after how many
          milliseconds, and, if it broke, the browser&rsquo;s error message and the lines of this site&rsquo;s scripts that led to
          it. Along with them, the site records your browser&rsquo;s family (Chromium, Firefox or Safari) and the day.
        </p>
        <p>
          If you do anything on the first page that you open here, that page also reports, when you leave it, how fast it was: the
          time to its first byte, the time until its main content appeared, the longest wait after a press, how far things moved
          while it loaded, and whether you use a phone, a tablet or a computer. A random code that comes with the page ensures
          that these figures count only once; it is not stored with them.
        </p>
        <p>
          If a page tries something that this site&rsquo;s own rules forbid, or uses a feature that browsers are going to remove,
          your browser itself reports it: what it was, on which page and in which version. Here too, only the browser&rsquo;s
          family is kept.
        </p>
        <p>
          The site adds all of this up by the hour or the day and deletes it after 30 days; neither your IP address nor any
          identifier is kept with it. To limit false reports, it remembers for a day, in memory only, how many came from your part
          of the network. Nothing is sent here either when your browser sends Do Not Track or Global Privacy Control.
        </p>
        <h2>Cookies</h2>
        <p>
          <strong>This site sets no cookies</strong> until you unlock the list of drafts, visit while a new version of a page is
          being tried out, or open a link that shows you another version. They are for this site alone, and no script can read
          them:
        </p>
        <dl className={`stack ${styles.list}`}>
          <div>
            <dt>
              <code>draft</code>
            </dt>
            <dd>
              a random code that identifies your open session; it ends when you close the browser or press Lock again, or after
              twelve hours.
            </dd>
          </div>
          <div>
            <dt>
              <code>device</code>
            </dt>
            <dd>
              a random code that shows that this browser once knew the password, so that wrong guesses by others cannot lock you
              out; it stays for a year.
            </dd>
          </div>
          <div>
            <dt>
              <code>set</code>
            </dt>
            <dd>
              a number from 0 to 9,999, drawn at random while a new version is being tried out, so that you get the same version
              each time; everyone with the same number gets the same. It stays for a month.
            </dd>
          </div>
          <div>
            <dt>
              <code>override</code>
            </dt>
            <dd>
              the versions that the link shows you instead of the live ones; everyone who opens the same link gets the same. It
              stays until the link expires.
            </dd>
          </div>
        </dl>
        <h2>In your browser</h2>
        <dl className={`stack ${styles.list}`}>
          <div>
            <dt>
              <code>motion</code>, in local storage
            </dt>
            <dd>
              &ldquo;paused&rdquo; or &ldquo;running&rdquo;, once you have used Pause motion, so that your choice still holds when
              you come back. It stays on your device until you clear this site&rsquo;s data.
            </dd>
          </div>
          <div>
            <dt>
              <code>tennis-ball-gun</code>, in local storage
            </dt>
            <dd>
              Your best wave and score in that game, and whether its sound is off. They stay on your device in the same way.
            </dd>
          </div>
          <div>
            <dt>
              <code>balls-figures</code>, in local storage
            </dt>
            <dd>
              &ldquo;open&rdquo; or &ldquo;closed&rdquo;, once you have used the switch for the engine&rsquo;s figures on 333
              Balls. It stays on your device in the same way.
            </dd>
          </div>
          <div>
            <dt>
              <code>usda-reports</code>, in local storage
            </dt>
            <dd>
              The numbers and titles of the last six USDA reports that you opened, and of your favorites, at most fifty. They stay
              on your device in the same way; the list of reports has a button that clears the recently opened ones.
            </dd>
          </div>
          <div>
            <dt>
              <code>gallery-delete-tokens</code>, in local storage
            </dt>
            <dd>
              One key for each picture that you added to the gallery: it lets this browser, and no other, remove the picture. A
              key is deleted when its picture is removed; until then it stays on your device in the same way.
            </dd>
          </div>
          <div>
            <dt>
              <code>draft-access</code>, in session storage
            </dt>
            <dd>
              &ldquo;true&rdquo; once you have unlocked the list of drafts, so that the page requests the list when it opens. It
              is deleted by Lock again, or when you close the tab.
            </dd>
          </div>
          <div>
            <dt>
              <code>site-broken-releases</code>, in session storage
            </dt>
            <dd>
              The names of versions of this site&rsquo;s pages that did not work here, if any, so that the previous version is
              shown at once. They are deleted when you close the tab.
            </dd>
          </div>
          <div>
            <dt>
              <code>offline</code>, in cache storage
            </dt>
            <dd>
              Exhibits that work offline, once you have opened them: the page with its scripts, styles and fonts, and a list of
              these pages. A service worker shows them when there is no connection. They stay on your device, and are replaced
              whenever the site changes. Nothing is stored while your browser&rsquo;s data saver is on.
            </dd>
          </div>
        </dl>
        <h2>Pictures you share</h2>
        <p>
          A picture that you add to the gallery is public. It is re-encoded from its pixels, without location, time or camera
          details, and kept for a limited time: a year, unless this site&rsquo;s owner has chosen another. To prevent floods of
          pictures, the server keeps with it, for a week, a hash of your network&rsquo;s address; the hash cannot be turned back
          into the address. You can delete a picture on the page where you made it, and anybody can report one: for a week, the
          report is kept with its reason and such a hash, so that nobody is counted twice.
        </p>
        <h2>Runs of Tennis Ball Gun</h2>
        <p>
          A run that you enter in the daily challenge is public, with your three initials. The server keeps the best hundred runs
          of each day for 30 days, with their initials and the time when they arrived, and nothing that reveals who sent them.
        </p>
        <h2>On the server</h2>
        <p>
          The site&rsquo;s server writes one line for each request: its time, a number for the request, the method, the path, the
          status of the response and how long it took. Your IP address, what follows a question mark, and everything else your
          browser sends are left out. An attempt to enter a password adds a line: whether the password was right, and the network
          that the attempt came from, without the last part of the address; with IPv6, such a network may be yours alone.
        </p>
        <p>
          To limit how often anyone can try passwords, enter runs, and add or report pictures, the server remembers each of these
          for a day, with a hash of your network&rsquo;s address or, if your browser has one, the code in the cookie{' '}
          <code>device</code>.
        </p>
        <h2>From elsewhere</h2>
        <p>
          Scripts, styles, fonts and pictures all come from this site. The links on the contact page lead to other companies; they
          learn of your visit when you follow one, not before.
        </p>
      </div>
    </PageFrame>
  );
}
