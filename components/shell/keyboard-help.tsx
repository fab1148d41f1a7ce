'use client';

import { Kbd, Modal, Table } from '@mantine/core';

const shortcuts: [keys: string[], what: string][] = [
  [['Ctrl', 'K'], 'Search, or run a command'],
  [['?'], 'This help'],
  [['/'], 'Search in a list'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['x'], 'Select the row'],
  [['Esc'], 'Close a menu or a dialog'],
];

export function KeyboardHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="sm">
      <Table withRowBorders={false} verticalSpacing={6}>
        <Table.Tbody>
          {shortcuts.map(([keys, what]) => (
            <Table.Tr key={what}>
              <Table.Td>{what}</Table.Td>
              <Table.Td ta="right">
                {keys.map((key, index) => (
                  <span key={key}>
                    {index > 0 && ' + '}
                    <Kbd>{key}</Kbd>
                  </span>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
