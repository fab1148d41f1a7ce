import { Button, Group } from '@mantine/core';
import { IconNavigation, IconPhone } from '@tabler/icons-react';
import type { Visit } from '@/server/contract/portal/visit.ts';
import classes from './visits.module.css';

/** The links to call the customer and to the way there. */
export function Reach({ visit }: { visit: Visit }) {
  const { phone, customer } = visit;
  const way = directionsTo(visit);
  return (
    <Group gap="xs" mt={6} className={classes.reach}>
      {phone && (
        <Button
          component="a"
          href={`tel:${phone}`}
          variant="default"
          leftSection={<IconPhone size={18} aria-hidden />}
          aria-label={`Call ${customer}`}
        >
          {phone}
        </Button>
      )}
      {way && (
        <Button
          component="a"
          href={way}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconNavigation size={18} aria-hidden />}
          aria-label={`Directions to ${customer}`}
        >
          Directions
        </Button>
      )}
    </Group>
  );
}

/** The way to a visit, which phones open in their app for maps; null where nothing says where it is. */
function directionsTo({ latitude, longitude, address }: Visit): string | null {
  const destination = latitude !== null && longitude !== null ? `${latitude},${longitude}` : address;
  return destination && `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`;
}
