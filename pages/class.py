"""An address of earlier versions: once the frame is there, it leads on (`old_names.ADDRESSES`)."""

from belieflab.ui.shell import navigation

navigation.enter("crowd")
